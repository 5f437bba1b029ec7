import './rpc/no-eval.ts'
import { startTexts } from './texts/start.ts'
import './ui/theme.css'

// Modules make their texts when they are loaded, in the language that is there by then.
await startTexts()
const { begin } = await import('./begin.tsx')
begin()
