import type { FallbackProps } from 'react-error-boundary'
import { ErrorState } from '../ui/states.tsx'

/** In place of a screen that failed while drawing. The data is not touched by it. */
export const CrashScreen = ({ error, resetErrorBoundary }: FallbackProps) => (
  <ErrorState title="This screen stopped working" error={error} onRetry={resetErrorBoundary} />
)
