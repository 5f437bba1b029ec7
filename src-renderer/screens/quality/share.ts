/** A share such as `12 %`. A share above 0 is never shown as 0 %, and one below 1 never as 100 %. */
import { t } from '@lingui/core/macro'
export function shareOf(part: number, whole: number): string {
  if (whole === 0 || part === 0) return '0 %'
  const percent = (part / whole) * 100
  if (percent < 1) return t`under 1 %`
  return part < whole ? `${Math.min(99, Math.round(percent))} %` : '100 %'
}
