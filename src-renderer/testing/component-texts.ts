/** Component tests read English, whatever the browser prefers; a test of another language says so. */
document.documentElement.dataset['language'] = 'en'
const { startTexts } = await import('../texts/start.ts')
await startTexts()

export {}
