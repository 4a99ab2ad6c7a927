/** Whether a public key is a test key: the test-mode badge, the sandbox-only fields, and banks on this machine. */
export const isTestKey = (publicKey: string | null | undefined): boolean => publicKey?.startsWith('pub_test_') ?? false;
