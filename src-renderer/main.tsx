import './rpc/no-eval.ts'
import { createRoot } from 'react-dom/client'
import { App } from './app.tsx'
import { listen } from './rpc/changes.ts'
import { client, queryClient } from './rpc/client.ts'
import './ui/theme.css'

const root = document.getElementById('root')
if (!root) throw new Error('The page has no element with the id "root".')
createRoot(root).render(<App />)

void listen(client, queryClient, new AbortController().signal)
