import { t } from '@lingui/core/macro'
import type { GdsnChoice } from '../../../src-shared/export/model.ts'
import { isGln } from '../../../src-shared/values/gtin.ts'
import { countryOptions } from '../../form/inputs/options.ts'
import { Combobox } from '../../ui/inputs/combobox.tsx'
import { TextField } from '../../ui/inputs/field.tsx'
import { Select } from '../../ui/inputs/select.tsx'
import { languageName } from '../../ui/text/words.ts'

/** Options of a GDSN message; GLNs as typed. */
export interface GdsnForm {
  targetMarket: string
  language: string
  informationProvider: string
  dataRecipient: string
}

export const emptyGdsn = (market: string): GdsnForm => ({
  targetMarket: market,
  language: 'en',
  informationProvider: '',
  dataRecipient: '',
})

const languages = [
  'en',
  'fr',
  'de',
  'es',
  'it',
  'nl',
  'pt',
  'da',
  'sv',
  'nb',
  'fi',
  'pl',
  'cs',
  'hu',
  'ro',
  'tr',
]

/** The options for the backend; undefined while a GLN is invalid. */
export function gdsnChoiceOf({
  informationProvider,
  dataRecipient,
  ...others
}: GdsnForm): GdsnChoice | undefined {
  const [provider, recipient] = [informationProvider, dataRecipient].map((text) => text.replace(/\s/g, ''))
  if ((provider && !isGln(provider)) || (recipient && !isGln(recipient))) return undefined
  return {
    ...others,
    ...(provider && { informationProvider: provider }),
    ...(recipient && { dataRecipient: recipient }),
  }
}

const glnError = (text: string): string | undefined =>
  text.trim() === '' || isGln(text.replace(/\s/g, ''))
    ? undefined
    : t`A GLN has thirteen digits, and the last checks the others.`

/** Target market, language, sender and recipient of a GDSN message. Records do not contain them. */
export function GdsnOptions({ value, onChange }: { value: GdsnForm; onChange: (value: GdsnForm) => void }) {
  const gln = (key: 'informationProvider' | 'dataRecipient', label: string, help: string) => (
    <TextField
      label={label}
      help={help}
      inputMode="numeric"
      autoComplete="off"
      spellCheck={false}
      value={value[key]}
      error={glnError(value[key])}
      onChange={(event) => onChange({ ...value, [key]: event.target.value })}
    />
  )
  return (
    <div className="grid grid-cols-1 gap-x-4 gap-y-3 sm:grid-cols-2">
      <Combobox
        label={t`Sold in`}
        options={countryOptions}
        value={countryOptions.find((one) => one.value === value.targetMarket) ?? null}
        onValueChange={(chosen) => chosen && onChange({ ...value, targetMarket: chosen.value })}
      />
      <Select
        label={t`Language of the texts`}
        value={value.language}
        onValueChange={(language) => onChange({ ...value, language })}
        options={languages.map((one) => ({ value: one, label: languageName(one) }))}
      />
      {gln(
        'informationProvider',
        t`GLN of your company`,
        t`Who gives the information. A data pool asks for it.`,
      )}
      {gln(
        'dataRecipient',
        t`GLN of the recipient`,
        t`The recipient. Leave it empty if the data pool knows it.`,
      )}
    </div>
  )
}
