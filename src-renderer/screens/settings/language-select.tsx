import { t } from '@lingui/core/macro'
import {
  type LanguageChoice,
  languageChoices,
  languageNames,
  offeredLanguages,
} from '../../../src-shared/workspace/languages.ts'
import { client } from '../../rpc/client.ts'
import { languageChoice } from '../../texts/language.ts'
import { Select } from '../../ui/inputs/select.tsx'
import { toast } from '../../ui/overlays/toast.tsx'

/** Keeps the language for this computer and loads the page in it. */
async function chooseLanguage(language: LanguageChoice): Promise<void> {
  await client.computer.setSettings({ language })
  location.reload()
}

/** The language of the interface. Absent where there is only one. */
export function LanguageSelect() {
  if (offeredLanguages.length < 2) return null
  return (
    <Select
      label={t`Language`}
      help={t`The window is loaded anew in it. The log and the command line are English.`}
      value={languageChoice}
      onValueChange={(value) => {
        const choice = languageChoices.find((known) => known === value)
        if (choice)
          chooseLanguage(choice).catch((error: unknown) =>
            toast.failed(t`The language was not changed`, error),
          )
      }}
      options={[
        { value: 'system', label: t`Follow the system` },
        ...offeredLanguages.map((language) => ({ value: language, label: languageNames[language] })),
      ]}
    />
  )
}
