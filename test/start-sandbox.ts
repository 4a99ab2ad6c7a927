/** A sandbox of one test file's own, on another origin than the test page. */
export interface TestSandbox {
  /** Its origin: `{base_url}` of the payments API. */
  readonly url: string;
  /** Clears records, faults and the request log. */
  reset(): Promise<void>;
  /** Arms a fault, as `POST /_sandbox/faults` takes it. */
  fault(fault: SandboxFault): Promise<void>;
  /** Disarms all faults; answers that one holds back are given now. */
  letGo(): Promise<void>;
  /** What reached the service so far, preflights left out. */
  requests(): Promise<SandboxRequest[]>;
  /** The transaction records as they stand. */
  transactions(): Promise<SandboxTransaction[]>;
}

export interface SandboxFault {
  method: string;
  path: string;
  times: number;
  fault:
    | { kind: 'delay' | 'hang-after'; ms: number }
    | { kind: 'status' | 'status-after'; status: number; body?: unknown }
    | { kind: 'drop-before' | 'drop-after' | 'garbage' };
}

export interface SandboxRequest {
  method: string;
  path: string;
  time: string | number;
  [more: string]: unknown;
}

export interface SandboxTransaction {
  id: string;
  reference: string;
  status: string;
  amount_in_cents: number;
  currency: string;
  [more: string]: unknown;
}

/** Reads and steers a running sandbox through its control API. */
export function sandboxAt(url: string): TestSandbox {
  const call = async (path: string, init?: RequestInit): Promise<Response> => {
    const response = await fetch(`${url}/_sandbox/${path}`, init);
    if (!response.ok) throw new Error(`_sandbox/${path}: ${response.status} ${await response.text()}`);
    return response;
  };
  const post = async (path: string, body?: unknown): Promise<void> => {
    const json = { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) };
    await call(path, { method: 'POST', ...(body === undefined ? {} : json) });
  };
  return {
    url,
    reset: () => post('reset'),
    fault: (fault) => post('faults', fault),
    letGo: async () => void (await call('faults', { method: 'DELETE' })),
    requests: async () => (await call('requests')).json(),
    transactions: async () => (await call('transactions')).json(),
  };
}

/** Starts a fresh sandbox through the test server; it ends with the test run. */
export async function startSandbox(): Promise<TestSandbox> {
  const response = await fetch('/__sandbox', { method: 'POST' });
  if (!response.ok) throw new Error(`The sandbox did not start: ${response.status} ${await response.text()}`);
  const { url }: { url: string } = await response.json();
  return sandboxAt(url);
}
