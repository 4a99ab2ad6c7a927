export { createSandbox, type Sandbox } from './app.ts';
export type { MerchantRecord, SandboxOptions } from './options.ts';
export { type SandboxServer, serve, type ServeOptions } from './serve.ts';
