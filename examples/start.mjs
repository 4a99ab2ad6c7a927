// node start.mjs <name>   builds an example, and runs it with its backend and a sandbox of the payments service
import { serve } from 'pay-checkout/sandbox';
import { build, builtFolder, examples } from './build.mjs';
import { serveShop } from './shop-server.mjs';

const name = process.argv[2] ?? 'vanilla';
if (!examples.includes(name)) throw new Error(`There is no example ${name}: ${examples.join(', ')}.`);

build(name);
await serve({ port: 5174, host: '127.0.0.1' });
const shop = await serveShop(builtFolder(name), { onNews: console.log });
// The service tells the shop what became of its orders.
await fetch('http://127.0.0.1:5174/_sandbox/webhooks', {
  method: 'POST',
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify({ url: `${shop.url}/api/webhook` }),
});
console.log(`\n${name}: ${shop.url}`);
console.log(`Another purchase: ${shop.url}/another`);
console.log('Pay with 4242 4242 4242 4242, any future date, any three digits and a name.');
