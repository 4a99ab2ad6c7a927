import type { FieldsMethod } from './payment-method.ts';

/** SPEC.md section 4.4, PCOL: loyalty points, which may cover only half (SPEC.md section 8.2, rule 6). */
export const points: FieldsMethod = {
  type: 'PCOL',
  title: { es: 'Puntos', en: 'Points', pt: 'Pontos' },
  hint: { es: 'Todo o parte', en: 'All or part', pt: 'Tudo ou parte' },
  icon: 'm12 3 3 6 6 1-4 4 1 6-6-3-6 3 1-6-4-4 6-1z',
  fields: [
    {
      name: 'sandbox_status',
      options: [
        { value: '', label: 'continue' },
        { value: 'APPROVED_ONLY_POINTS', label: 'approved' },
        { value: 'APPROVED_HALF_POINTS', label: 'halfPaid' },
        { value: 'DECLINED', label: 'declined' },
        { value: 'ERROR', label: 'errored' },
      ],
    },
  ],
  note: 'notePage',
  redirects: true,
};
