import clsx from 'clsx'
import type { Method } from '../../../../src-shared/api/endpoint.ts'

const tones: Record<Method, string> = {
  GET: 'text-accent-strong',
  POST: 'text-good',
  PUT: 'text-warn',
}

/** The HTTP method of an endpoint, as a fixed-width column. */
export const MethodMark = ({ method }: { method: Method }) => (
  <span className={clsx('w-8 shrink-0 font-mono text-2xs font-semibold', tones[method])}>{method}</span>
)
