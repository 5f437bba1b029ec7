import './rpc/no-eval.ts'
import { startTexts } from './texts/start.ts'
import './ui/theme.css'

// Modules translate their texts at import time, so the language is loaded before they are imported.
await startTexts()
const { renderApp } = await import('./render-app.tsx')
renderApp()
