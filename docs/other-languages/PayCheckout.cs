using System.Security.Cryptography;
using System.Text;
using System.Text.Json;
using System.Text.RegularExpressions;

public static class PayCheckout
{
    static readonly Dictionary<string, string[]> Statuses = new()
    {
        ["transaction.amount_in_cents"] = ["PENDING", "APPROVED", "DECLINED", "VOIDED", "ERROR", "REJECTED"],
        ["transaction.amountInCents"] = ["PENDING", "PROCESSING", "APPROVED", "FAILED"],
        ["payout.amountInCents"] = ["PENDING", "PENDING_APPROVAL", "REJECTED", "PARTIAL_PAYMENT", "TOTAL_PAYMENT"],
    };

    public static string IntegritySignature(string reference, long amountInCents, string currency, string secret, string expirationTime = "") =>
        Sha256($"{reference}{amountInCents}{currency}{expirationTime}{secret}");

    /// <summary>What is signed of an event: id, status and amount. Throws for one that must not be acted on.</summary>
    public static (string Id, string Status, long Amount) VerifyEvent(string rawBody, string secret, DateTimeOffset? now = null)
    {
        using var body = JsonDocument.Parse(rawBody);
        var (root, signature) = (body.RootElement, body.RootElement.GetProperty("signature"));
        var properties = signature.GetProperty("properties").EnumerateArray().Select(path => path.GetString()).ToArray();
        var amountPath = properties.LastOrDefault() ?? "";
        if (secret == "" || !Statuses.TryGetValue(amountPath, out var statuses)) throw new FormatException("not genuine");
        var (kind, amountName) = (amountPath.Split('.')[0], amountPath.Split('.')[1]);
        var record = root.GetProperty("data").GetProperty(kind);
        var (id, status) = (record.GetProperty("id").GetString() ?? "", record.GetProperty("status").GetString() ?? "");
        var (amount, timestamp) = (record.GetProperty(amountName).GetInt64(), root.GetProperty("timestamp").GetInt64()); // seconds
        var isCovered = properties.SequenceEqual([$"{kind}.id", $"{kind}.status", amountPath]) && statuses.Contains(status);
        var isPlain = Regex.IsMatch(id, @"\A[A-Za-z0-9_-]{1,100}\z") && amount >= 0 && $"{timestamp}".Length == 10;
        var expected = Encoding.ASCII.GetBytes(Sha256($"{id}{status}{amount}{timestamp}{secret}"));
        var given = Encoding.ASCII.GetBytes((signature.GetProperty("checksum").GetString() ?? "").ToLowerInvariant());
        if (!isCovered || !isPlain || !CryptographicOperations.FixedTimeEquals(expected, given)) throw new FormatException("not genuine");
        var age = (now ?? DateTimeOffset.UtcNow).ToUnixTimeSeconds() - timestamp;
        if (age is < -300 or > 25 * 3600) throw new FormatException("stale");
        return (id, status, amount);
    }

    static string Sha256(string text) => Convert.ToHexString(SHA256.HashData(Encoding.UTF8.GetBytes(text))).ToLowerInvariant();
}
