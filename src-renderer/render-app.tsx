import { createRoot } from 'react-dom/client'
import { App } from './app.tsx'
import { listen } from './rpc/changes.ts'
import { client, queryClient } from './rpc/client.ts'
import { followAccent } from './shell/follow-accent.ts'
import { SessionGate } from './shell/session-gate.tsx'

/**
 * Renders the app in the system's accent color, and listens for changes.
 * @param hasSession resolves when the page has a session
 */
export function renderApp(hasSession: Promise<void>): void {
  const root = document.getElementById('root')
  if (!root) throw new Error('The page has no element with the id "root".')
  followAccent()
  createRoot(root).render(
    <SessionGate>
      <App />
    </SessionGate>,
  )
  void hasSession.then(() => listen(client, queryClient, new AbortController().signal))
}
