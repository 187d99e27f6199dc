// The client that every part of such an app shares.
import { createClient } from '@supabase/supabase-js'

export const supabase = createClient(location.origin, 'sb_publishable_for_the_bench')
