import type { ChallengeVariant } from './test-cards.ts';
import type { Transaction } from './transaction-record.ts';

/**
 * `three_ds_method_data` of a challenge (SPEC.md 2.4): the HTML of a frame and of a form that posts itself into it, its
 * entities escaped. The same version of the same challenge is always the same text.
 */
export function challengeFragment(transaction: Transaction, variant: ChallengeVariant, version: number): string {
  const { id } = transaction.record;
  const creq = btoa(JSON.stringify({ messageType: 'CReq', messageVersion: '2.2.0', transaction: id, version }));
  const action = `${transaction.bankOrigin}/bank/challenge/${id}`;
  const frame = `challenge_frame_${version}`;
  const html =
    variant === 'script-only'
      ? scriptFragment(action, creq, frame)
      : formFragment({ action, creq, frame, session: id });
  return escapeEntities(html);
}

function formFragment(names: { action: string; creq: string; frame: string; session: string }): string {
  return [
    `<iframe name="${names.frame}" id="${names.frame}" title="3D Secure" width="100%" height="500" frameborder="0"></iframe>`,
    `<form id="challenge_form" method="POST" action="${names.action}" target="${names.frame}">`,
    `<input type="hidden" name="creq" value="${names.creq}">`,
    `<input type="hidden" name="threeDSSessionData" value="${names.session}">`,
    '</form>',
    `<script>document.getElementById("challenge_form").submit();</script>`,
  ].join('\n');
}

function scriptFragment(action: string, creq: string, frame: string): string {
  return [
    '<div id="challenge_root"></div>',
    '<script>',
    'var root = document.getElementById("challenge_root");',
    `var frame = document.createElement("iframe"); frame.name = "${frame}"; frame.width = "100%"; frame.height = "500";`,
    `var form = document.createElement("form"); form.method = "POST"; form.action = "${action}"; form.target = "${frame}";`,
    `var field = document.createElement("input"); field.type = "hidden"; field.name = "creq"; field.value = "${creq}";`,
    'form.appendChild(field); root.appendChild(frame); root.appendChild(form); form.submit();',
    '</script>',
  ].join('\n');
}

function escapeEntities(html: string): string {
  return html.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
}
