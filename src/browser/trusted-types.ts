interface Policy {
  createHTML(html: string): string;
  createScriptURL(url: string): string;
}

interface PolicyFactory {
  createPolicy(name: string, rules: Policy): Policy;
}

const shared = Symbol.for('pay-checkout.trusted-types');

/**
 * The widget's Trusted Types policy, one for all copies of it on a page: a second `createPolicy` of the same name throws.
 * It passes what the caller vouches for; without Trusted Types the strings stay strings.
 */
export function trustedTypesPolicy(): Policy {
  const page = globalThis as unknown as { trustedTypes?: PolicyFactory; [shared]?: Policy };
  const rules: Policy = { createHTML: (html) => html, createScriptURL: (url) => url };
  return (page[shared] ??= page.trustedTypes?.createPolicy('pay-checkout', rules) ?? rules);
}

/**
 * The global object as the script-tag build shows it to lit (build/shared-policy.ts): with the widget's policy, and
 * without the support for hydration that the page may have loaded for a lit of its own.
 */
export const litGlobal: object = Object.create(globalThis, {
  trustedTypes: { value: { createPolicy: () => trustedTypesPolicy() } },
  litElementHydrateSupport: { value: undefined },
});
