/** What the code is written for. */
export const frameworks = {
  html: { title: 'HTML', file: 'index.html' },
  react: { title: 'React', file: 'Checkout.tsx' },
  vue: { title: 'Vue', file: 'Checkout.vue' },
  angular: { title: 'Angular', file: 'checkout.component.ts' },
  svelte: { title: 'Svelte', file: 'Checkout.svelte' },
} as const;

export type Framework = keyof typeof frameworks;
