/** Where the texts of the interface are, for extraction and for the build (`resources/reference/decisions.md`). */
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
  // Line numbers would change every catalog with every change of code.
  format: formatter({ lineNumbers: false }),
  // A component without a provider: the language is that of the page, and another one loads the page anew.
  runtimeConfigModule: { Trans: ['#texts/trans', 'Trans'] },
})
