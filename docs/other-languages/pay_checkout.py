import hashlib
import hmac
import json
import re
import time

PAYMENT = ["PENDING", "APPROVED", "DECLINED", "VOIDED", "ERROR", "REJECTED"]
TRANSFER = ["PENDING", "PROCESSING", "APPROVED", "FAILED"]
BATCH = ["PENDING", "PENDING_APPROVAL", "REJECTED", "PARTIAL_PAYMENT", "TOTAL_PAYMENT"]
STATUSES = {"transaction.amount_in_cents": PAYMENT, "transaction.amountInCents": TRANSFER, "payout.amountInCents": BATCH}


def integrity_signature(reference, amount_in_cents, currency, secret, expiration_time=""):
    text = f"{reference}{amount_in_cents}{currency}{expiration_time}{secret}"
    return hashlib.sha256(text.encode()).hexdigest()


def verify_event(raw_body, secret, now=None):
    """What is signed of an event, by path. Raises ValueError for one that must not be acted on."""
    try:
        event = json.loads(raw_body)
        timestamp, signature = event["timestamp"], event["signature"]
        *_, amount_path = properties = signature["properties"]
        kind = amount_path.split(".")[0]
        id, status, amount = values = [event["data"][kind][path.split(".")[1]] for path in properties]
        text = f"{id}{status}{amount}{timestamp}{secret}"
        checksum = hashlib.sha256(text.encode()).hexdigest()
        is_genuine = hmac.compare_digest(checksum.encode(), signature["checksum"].lower().encode())
        is_covered = properties == [f"{kind}.id", f"{kind}.status", amount_path] and status in STATUSES[amount_path]
        is_plain = re.fullmatch(r"[A-Za-z0-9_-]{1,100}", id) and type(amount) is int and amount >= 0
        is_time = type(timestamp) is int and len(str(timestamp)) == 10  # seconds
    except (AttributeError, IndexError, KeyError, TypeError, ValueError, RecursionError) as error:
        raise ValueError("no event with a signature") from error
    if not (secret and is_genuine and is_covered and is_plain and is_time):
        raise ValueError("not genuine")
    if not -300 <= (time.time() if now is None else now) - timestamp <= 25 * 3600:
        raise ValueError("stale")
    return dict(zip(properties, values))
