import './rpc/no-eval.ts'
import { startTexts } from './texts/start.ts'
import './ui/theme.css'

// Modules translate their texts at import time, so the language is loaded before they are imported.
await startTexts()
// Sent before the app is imported: running its modules keeps the page busy while the backend answers.
const { requestFirstAnswers } = await import('./first-answers.ts')
const hasSession = requestFirstAnswers()
const { renderApp } = await import('./render-app.tsx')
renderApp(hasSession)
