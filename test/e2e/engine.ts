/** The engine under test; `E2E_BROWSER` chooses. */
export const engine =
  (['firefox', 'webkit', 'older-chromium'] as const).find((name) => name === process.env.E2E_BROWSER) ?? 'chromium';
