import { createRoot } from 'react-dom/client'
import { App } from './app.tsx'
import { requestFirstAnswers } from './first-answers.ts'
import { listen } from './rpc/changes.ts'
import { client, queryClient } from './rpc/client.ts'
import { requestSession } from './rpc/session.ts'
import { followAccent } from './shell/follow-accent.ts'
import { SessionGate } from './shell/session-gate.tsx'

/** Renders the app in the system's accent color, requests a session, then listens for changes. */
export function renderApp(): void {
  const root = document.getElementById('root')
  if (!root) throw new Error('The page has no element with the id "root".')
  followAccent()
  createRoot(root).render(
    <SessionGate>
      <App />
    </SessionGate>,
  )
  void requestSession().then(() => {
    requestFirstAnswers()
    return listen(client, queryClient, new AbortController().signal)
  })
}
