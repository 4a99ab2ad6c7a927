// sandbox-worker.js
import { createSandbox } from 'pay-checkout/sandbox';

const sandbox = createSandbox();

self.addEventListener('install', () => self.skipWaiting());
self.addEventListener('activate', (event) => event.waitUntil(self.clients.claim()));
self.addEventListener('fetch', (event) => {
  const { origin } = new URL(event.request.url);
  if (origin === 'https://sandbox.example') event.respondWith(sandbox.fetch(event.request));
});
