/** Tests that draw nothing run on Node and read English. Of a page they have its root alone, where the language stands. */
Object.assign(globalThis, { document: { documentElement: { dataset: { language: 'en' } } } })
const { startTexts } = await import('../texts/start.ts')
await startTexts()

export {}
