/** Settles in a task of its own: what the browser has waiting goes first. A timer would wait longer in a hidden page. */
export const nextTask = (): Promise<void> =>
  new Promise((settle) => {
    const { port1, port2 } = new MessageChannel();
    port1.addEventListener('message', () => settle());
    port1.start();
    port2.postMessage(0);
  });
