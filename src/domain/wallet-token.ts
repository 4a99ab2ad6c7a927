/**
 * A wallet's token and where it stands (SERVICE-NOTES.md "wallet A token"). PENDING while its owner is asked, APPROVED
 * once it may be used; every other status is a refusal.
 */
export interface WalletToken {
  id: string;
  status: string;
}
