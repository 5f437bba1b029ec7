import * as z from 'zod'

// The page's policy forbids functions from text; Zod would try one with its first schema, so this comes before any.
z.config({ jitless: true })
