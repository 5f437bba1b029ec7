/**
 * Fields that products of a kind of item rarely have, by member key. A form shows them only if they are
 * filled, or on request.
 */
const byKind: Readonly<Record<string, ReadonlySet<string>>> = {
  grocery: new Set([
    'isAerosol',
    'isChemical',
    'isPesticide',
    'hasBatteries',
    'containsMercury',
    'hasFuelContainer',
    'containsPaperWood',
    'hasWarranty',
    'isControlledSubstance',
    'compositeWoodCertificationCode',
    'smallPartsWarnings',
  ]),
}

const none: ReadonlySet<string> = new Set()

/** @param kind kind of the item; an unknown kind has no unusual fields */
export const unusualFields = (kind: string): ReadonlySet<string> => byKind[kind.trim().toLowerCase()] ?? none
