import * as z from 'zod'

// The page's policy forbids functions made from text. Zod would try one with its first schema; this line runs before.
z.config({ jitless: true })
