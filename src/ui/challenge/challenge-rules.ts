import type { Config } from 'dompurify';

/** What of a fragment passes the sanitiser. */
export const challengeRules = {
  ALLOWED_TAGS: ['form', 'input', 'iframe'],
  ALLOWED_ATTR: ['name', 'id', 'method', 'action', 'target', 'enctype', 'type', 'value', 'src'],
  // Held against the address pattern, these would be lost, and the form would become a GET to the page itself.
  ADD_URI_SAFE_ATTR: ['method', 'target', 'enctype', 'type'],
  ALLOW_DATA_ATTR: false,
  ALLOW_ARIA_ATTR: false,
  // Banks call fields `id`, `name` or `action`. Safe only because nothing of it is attached: values are copied out.
  SANITIZE_DOM: false,
  RETURN_DOM_FRAGMENT: true,
} satisfies Config;
