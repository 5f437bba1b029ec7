import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { type ReactNode, useEffect } from 'react'
import { retryNow } from '../rpc/changes.ts'
import { hadSession, signsIn, useSessionState } from '../rpc/session.ts'
import { SignInScreen } from '../screens/sign-in/sign-in-screen.tsx'
import { useFirstFrameEnd } from './first-frame.ts'
import { Mark } from './mark.tsx'

/** Shows the app to a page with a session; to any other page, how to get one. */
export function SessionGate({ children }: { children: ReactNode }) {
  const sessionState = useSessionState()
  useEffect(() => {
    // `listen` may be waiting for its next retry.
    if (sessionState === 'in') retryNow()
  }, [sessionState])
  return (
    <>
      {(sessionState === 'in' || hadSession()) && (
        // The app stays mounted behind the message, so that typed text is kept until the page has a session
        // again.
        <div className="contents" inert={sessionState !== 'in'}>
          {children}
        </div>
      )}
      {sessionState === 'out' &&
        (signsIn() ? <SignInScreen isAgain={hadSession()} /> : <NoSession hadSession={hadSession()} />)}
    </>
  )
}

function NoSession({ hadSession }: { hadSession: boolean }) {
  useFirstFrameEnd()
  return (
    <main
      role={hadSession ? 'alertdialog' : undefined}
      aria-labelledby="no-session"
      className="fixed inset-0 z-50 flex flex-col items-center overflow-y-auto bg-canvas px-6 py-10"
    >
      <div className="my-auto flex w-full max-w-lg flex-col gap-3 rounded-xl border border-line bg-raised p-7">
        <Mark />
        <h1 id="no-session" className="mt-2 text-xl font-semibold tracking-tight">
          {hadSession ? t`Open a new link to go on` : t`This browser needs a link`}
        </h1>
        <p className="text-ink-soft">
          {hadSession
            ? t`Catalog Desk was restarted, or this page was not used for 30 days. Your last input is still here.`
            : t`Catalog Desk shows a catalog only to the person who started it. A link opens it in one browser, once.`}
        </p>
        <p className="text-ink-soft">
          <Trans>
            Open the link that Catalog Desk printed in its terminal. Press Enter there for a new one, or start
            it again. Other open tabs of this browser then continue automatically.
          </Trans>
        </p>
      </div>
    </main>
  )
}
