import type { FieldsMethod } from './payment-method.ts';

/** SPEC.md section 4.4, PCOL: loyalty points, which may cover only half (SPEC.md section 8.2, rule 6). */
export const points: FieldsMethod = {
  type: 'PCOL',
  title: { es: 'Puntos', en: 'Points', pt: 'Pontos' },
  hint: { es: 'Todo o una parte', en: 'All or part of it', pt: 'Tudo ou uma parte' },
  icon: 'm12 3.5 2.6 5.3 5.9.9-4.3 4.1 1 5.8-5.2-2.7-5.2 2.7 1-5.8-4.3-4.1 5.9-.9z',
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
};
