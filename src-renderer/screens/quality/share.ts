/** `12 %`; what is there is never called 0 %, and what is not all never 100 %. */
import { t } from '@lingui/core/macro'
export function shareOf(part: number, whole: number): string {
  if (whole === 0 || part === 0) return '0 %'
  const percent = (part / whole) * 100
  if (percent < 1) return t`under 1 %`
  return part < whole ? `${Math.min(99, Math.round(percent))} %` : '100 %'
}
