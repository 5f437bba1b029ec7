/**
 * Tests that render nothing run on Node and in English. The only part of a page they need is its root
 * element, which stores the language.
 */
Object.assign(globalThis, { document: { documentElement: { dataset: { language: 'en' } } } })
const { startTexts } = await import('../texts/start.ts')
await startTexts()

export {}
