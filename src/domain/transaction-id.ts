/** What a transaction's id may look like before it is put into an address or a request. */
export const transactionIdPattern = /^[A-Za-z0-9_-]{1,100}$/;
