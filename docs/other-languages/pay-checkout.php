<?php
declare(strict_types=1);

const PAYMENT = ['PENDING', 'APPROVED', 'DECLINED', 'VOIDED', 'ERROR', 'REJECTED'];
const TRANSFER = ['PENDING', 'PROCESSING', 'APPROVED', 'FAILED'];
const BATCH = ['PENDING', 'PENDING_APPROVAL', 'REJECTED', 'PARTIAL_PAYMENT', 'TOTAL_PAYMENT'];
const STATUSES = [
    'transaction.amount_in_cents' => PAYMENT,
    'transaction.amountInCents' => TRANSFER,
    'payout.amountInCents' => BATCH,
];

function integrity_signature(string $reference, int $amountInCents, string $currency, string $secret, string $expirationTime = ''): string
{
    return hash('sha256', $reference . $amountInCents . $currency . $expirationTime . $secret);
}

/** What is signed of an event, by path. Throws for one that must not be acted on. */
function verify_event(string $rawBody, string $secret, ?int $now = null): array
{
    $event = json_decode($rawBody, true);
    $timestamp = $event['timestamp'] ?? null; // in seconds
    $properties = $event['signature']['properties'] ?? null;
    $checksum = $event['signature']['checksum'] ?? null;
    $path = is_array($properties) ? $properties[2] ?? null : null;
    if (!is_string($path) || !isset(STATUSES[$path]) || !is_string($checksum) || $secret === '')
        throw new UnexpectedValueException('no event with a signature');
    [$kind, $amountName] = explode('.', $path);
    $record = $event['data'][$kind] ?? null;
    [$id, $status, $amount] = [$record['id'] ?? null, $record['status'] ?? null, $record[$amountName] ?? null];
    $isPlain = is_string($id) && preg_match('/\A[A-Za-z0-9_-]{1,100}\z/', $id) && is_int($amount) && $amount >= 0;
    $isCovered = $properties === ["$kind.id", "$kind.status", $path] && in_array($status, STATUSES[$path], true);
    $isTime = is_int($timestamp) && strlen((string) $timestamp) === 10;
    if (!$isPlain || !$isCovered || !$isTime) throw new UnexpectedValueException('not genuine');
    $expected = hash('sha256', $id . $status . $amount . $timestamp . $secret);
    if (!hash_equals($expected, strtolower($checksum))) throw new UnexpectedValueException('not genuine');
    $age = ($now ?? time()) - $timestamp;
    if ($age < -300 || $age > 25 * 3600) throw new UnexpectedValueException('stale');
    return array_combine($properties, [$id, $status, $amount]);
}
