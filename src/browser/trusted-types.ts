interface Policy {
  createHTML(html: string): string;
  createScriptURL(url: string): string;
}

interface PolicyFactory {
  createPolicy(name: string, rules: Policy): Policy;
}

let made: Policy | undefined;

/**
 * The widget's Trusted Types policy; without Trusted Types the strings stay strings. It passes whatever it is given, so it
 * is nobody else's: whoever had it could have any text trusted.
 *
 * @throws where the page's own policy does not list it, or where another copy of the widget has made it.
 */
export function trustedTypesPolicy(): Policy {
  const { trustedTypes } = globalThis as { trustedTypes?: PolicyFactory };
  const rules: Policy = { createHTML: (html) => html, createScriptURL: (url) => url };
  return (made ??= trustedTypes?.createPolicy('pay-checkout', rules) ?? rules);
}

/**
 * The policy as lit takes it, which asks for one as it is loaded. It is made with the first template, so not by a second
 * copy of the widget, whose element is never used: a page lets each name be made once.
 */
const litPolicy: Pick<Policy, 'createHTML'> = { createHTML: (html) => trustedTypesPolicy().createHTML(html) };

/**
 * The global object as the script-tag build shows it to lit (build/shared-policy.ts): with the widget's policy, and
 * without the support for hydration that the page may have loaded for a lit of its own.
 */
export const litGlobal: object = Object.create(globalThis, {
  trustedTypes: { value: { createPolicy: () => litPolicy } },
  litElementHydrateSupport: { value: undefined },
});
