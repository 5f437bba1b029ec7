import { KeyRound } from 'lucide-react'
import type { WrongPasswords } from '../../../src-shared/local-api/model.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { counted, relativeTime, useTick } from '../../ui/words.ts'
import { sectionPath } from './sections.ts'

/** User names told of; the others are counted. */
const mostTold = 3

/** Says, on every part of the screen, that somebody tries passwords, or a program has an old one. Nothing otherwise. */
export function WrongPasswordsBanner({ attempts }: { attempts: readonly WrongPasswords[] }) {
  useTick()
  if (attempts.length === 0) return null
  const others = attempts.length - mostTold
  return (
    <div
      role="status"
      className="flex min-h-10 shrink-0 items-center gap-3 border-b border-line bg-warn-wash px-6 py-1.5 text-sm"
    >
      <KeyRound className="size-4 shrink-0 text-warn" aria-hidden />
      <div className="min-w-0 flex-1">
        {attempts.slice(0, mostTold).map((attempt) => (
          <p key={attempt.username ?? ''} className="truncate">
            <span className="font-semibold">{wrongPasswords(attempt)}</span>
            <span className="text-ink-soft">
              {' '}
              in the last 10 minutes, last from {attempt.lastFrom}, {relativeTime(attempt.lastAt)}
            </span>
          </p>
        ))}
        {others > 0 && <p className="text-ink-soft">and for {counted(others, 'other user')}</p>}
      </div>
      <ButtonLink size="small" variant="ghost" href={`${sectionPath('requests')}?status=403`}>
        Show requests
      </ButtonLink>
    </div>
  )
}

const wrongPasswords = ({ username, count }: WrongPasswords): string =>
  username === null
    ? counted(count, 'call with an unknown user name', 'calls with unknown user names')
    : `${counted(count, 'wrong password')} for ${username}`
