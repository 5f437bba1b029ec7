import { createRoot } from 'react-dom/client'
import { App } from './app.tsx'
import { listen } from './rpc/changes.ts'
import { client, queryClient } from './rpc/client.ts'
import { enter } from './rpc/session.ts'
import { Entrance } from './shell/entrance.tsx'

/** Renders the app, then signs in and listens for changes. */
export function begin(): void {
  const root = document.getElementById('root')
  if (!root) throw new Error('The page has no element with the id "root".')
  createRoot(root).render(
    <Entrance>
      <App />
    </Entrance>,
  )
  void enter().then(() => listen(client, queryClient, new AbortController().signal))
}
