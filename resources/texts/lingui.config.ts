/**
 * Configuration of the interface's texts, for extraction and for the build
 * (`resources/reference/decisions.md`).
 */
import { fileURLToPath } from 'node:url'
import { defineConfig } from '@lingui/conf'
import { formatter } from '@lingui/format-po'
import { translatedLanguages } from '../../src-shared/workspace/languages.ts'

export const textsFolder = fileURLToPath(new URL('.', import.meta.url))
export const configPath = fileURLToPath(import.meta.url)

export default defineConfig({
  rootDir: fileURLToPath(new URL('../..', import.meta.url)),
  sourceLocale: 'en',
  locales: ['en', ...translatedLanguages],
  catalogs: [
    {
      path: '<rootDir>/resources/texts/{locale}',
      include: ['<rootDir>/src-renderer', '<rootDir>/src-shared', '<rootDir>/src-main'],
      exclude: ['**/*.test.ts', '**/*.test.tsx', '**/testing/**'],
    },
  ],
  // No line numbers, because every change of code would change all catalogs.
  format: formatter({ lineNumbers: false }),
  // A component without a provider: the language of the page is fixed, and another choice reloads the page.
  runtimeConfigModule: { Trans: ['#texts/trans', 'Trans'] },
})
