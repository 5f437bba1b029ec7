import type { LanguageChoice } from '../../src-shared/workspace/languages.ts'
import { client } from '../rpc/client.ts'

/** Saves the language for this computer and reloads the page in it. */
export async function chooseLanguage(language: LanguageChoice): Promise<void> {
  await client.computer.setSettings({ language })
  location.reload()
}
