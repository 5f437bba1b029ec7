import { beforeEach } from 'vitest'
import { cleanup } from 'vitest-browser-react'

/** Component tests read English, whatever the browser prefers; a test of another language says so. */
document.documentElement.dataset['language'] = 'en'
const { startTexts } = await import('../texts/start.ts')
await startTexts()

// The package itself says so once a page, for the first of the files that share it.
beforeEach(() => cleanup())
