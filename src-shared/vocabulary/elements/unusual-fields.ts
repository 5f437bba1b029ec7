/** What products of a kind of item hardly ever have, by the member's key: a form shows it when it is filled or asked for. */
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

/** @param kind what the item says of itself; where nothing is known of a kind, nothing is unusual */
export const unusualFields = (kind: string): ReadonlySet<string> => byKind[kind.trim().toLowerCase()] ?? none
