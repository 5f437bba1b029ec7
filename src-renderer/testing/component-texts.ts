import { beforeEach } from 'vitest'
import { cleanup } from 'vitest-browser-react'

/**
 * Component tests are in English, whatever language the browser prefers; a test of another language sets it.
 */
document.documentElement.dataset['language'] = 'en'
const { startTexts } = await import('../texts/start.ts')
await startTexts()

// The package runs its own cleanup only once per page, for the first of the test files that share it.
beforeEach(() => cleanup())
