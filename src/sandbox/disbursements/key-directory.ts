import { isKeyType, isValidKey, keyTypes, type KeyType } from '../../domain/breb-keys.ts';
import type { SandboxConfig } from '../config.ts';
import { documentedRefusal, invalid, type DocumentedCode } from './envelope.ts';

type ResolvingKey = Exclude<keyof SandboxConfig['keys'], `EXC_${string}`>;

const HOLDERS: Readonly<
  Record<ResolvingKey, { keyType: KeyType; holderName: string; bank: [name: string, code: string] }>
> = {
  ALPHANUMERIC: { keyType: 'ALPHANUMERIC', holderName: 'TIE*** LA ESQ****', bank: ['BANCO DE PRUEBAS', '1007'] },
  MAIL: { keyType: 'MAIL', holderName: 'ANA*** ROJ**', bank: ['BANCO DEL ENSAYO', '1051'] },
  PHONE: { keyType: 'PHONE', holderName: 'LUI* MOR***', bank: ['BILLETERA DE PRUEBAS', '1507'] },
  IDENTIFICATION: { keyType: 'IDENTIFICATION', holderName: 'CAR*** PÉR**', bank: ['BANCO DE PRUEBAS', '1007'] },
  TAX_ID: { keyType: 'IDENTIFICATION', holderName: 'COM******* DEL NOR** SAS', bank: ['BANCO DEL ENSAYO', '1051'] },
  ESTABLISHMENT_CODE: { keyType: 'ESTABLISHMENT_CODE', holderName: 'CAF* NEB****', bank: ['BANCO DE PRUEBAS', '1007'] },
};

const FAILING = ['EXC_034', 'EXC_035', 'EXC_036', 'EXC_037'] as const;

// Keys are compared without regard to case, as the service gives them back in capitals (SPEC.md 2.6).
const isSameKey = (left: string, right: string): boolean => left.toUpperCase() === right.toUpperCase();

/** The error that a designated key leads to, if it is one of those. */
export const designatedFailure = ({ keys }: SandboxConfig, value: string): DocumentedCode | undefined =>
  FAILING.find((code) => isSameKey(keys[code], value));

/**
 * The preview of a key (SPEC.md 2.6).
 *
 * @throws {HTTPException} 400 for an unknown type, EXC_033 to EXC_037 as SPEC.md 7.2 says
 */
export function resolveKey(config: SandboxConfig, value: string, keyType: string | undefined): Record<string, unknown> {
  if (!isKeyType(keyType)) throw invalid([`keyType must be one of: ${keyTypes.join(', ')}`]);
  if (!isValidKey(value, keyType)) throw documentedRefusal('EXC_033');
  const failure = designatedFailure(config, value);
  if (failure) throw documentedRefusal(failure);
  for (const [name, holder] of Object.entries(HOLDERS)) {
    if (holder.keyType !== keyType || !isSameKey(config.keys[name as ResolvingKey], value)) continue;
    const [bank, code] = holder.bank;
    const { holderName } = holder;
    return { holderName, financialEntity: { name: bank, code }, keyType, keyValue: value.toUpperCase() };
  }
  throw documentedRefusal('EXC_034');
}
