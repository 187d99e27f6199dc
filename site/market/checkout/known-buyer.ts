/** What is known about a member who checks out: the profile, and where their last order went. */
import { getSupabase } from '#site/lib/supabase.ts'

/** Answers of the checkout's fields; nothing when it cannot be queried, for a prefilled form is only more comfortable. */
export async function readKnownBuyer(userId: string): Promise<Record<string, string>> {
  try {
    const client = await getSupabase()
    const [profile, last, registration] = await Promise.all([
      client.from('profiles').select('full_name,email,phone').eq('id', userId).maybeSingle(),
      client
        .from('orders')
        .select('delivery_address,order_contacts!inner(name,phone,email,state,lga)')
        .eq('user_id', userId)
        .eq('kind', 'marketplace')
        .order('created_at', { ascending: false })
        .limit(1)
        .maybeSingle(),
      client
        .from('buyers')
        .select('contact_first_name,contact_last_name,contact_email,contact_phone,address,city,state,country')
        .eq('user_id', userId)
        .neq('status', 'declined')
        .order('created_at', { ascending: false })
        .limit(1)
        .maybeSingle(),
    ])
    const contact = last.data?.order_contacts
    const registered = registration.data
    const registeredName = [registered?.contact_first_name, registered?.contact_last_name]
      .filter(Boolean)
      .join(' ')
    // A place is taken whole from one of them; the marketplace delivers within Nigeria.
    const registeredPlace = !contact && registered?.country === 'Nigeria' ? registered : null
    const known: Record<string, string | null | undefined> = {
      name: contact?.name || registeredName || profile.data?.full_name,
      phone: contact?.phone ?? registered?.contact_phone ?? profile.data?.phone,
      email: contact?.email ?? registered?.contact_email ?? profile.data?.email,
      state: contact?.state ?? registeredPlace?.state,
      lga: contact?.lga ?? (registeredPlace && (await findArea(registeredPlace))),
      address: contact ? withoutPlace(last.data?.delivery_address, contact) : registeredPlace?.address,
    }
    return Object.fromEntries(
      Object.entries(known).flatMap(([name, value]) => (value ? [[name, value]] : [])),
    )
  } catch {
    return {}
  }
}

/** A registration names a city: many are a local government area of their state, and others are left to the buyer to say. */
async function findArea({ state, city }: { state: string; city: string }): Promise<string | undefined> {
  const { listLocalGovernments } = await import('#domain/nigeria/local-governments.ts')
  return listLocalGovernments(state).find((area) => area.toLowerCase() === city.trim().toLowerCase())
}

/** The database stores 'street, area, state' as one line. */
function withoutPlace(
  whole: string | undefined,
  { lga, state }: { lga: string; state: string },
): string | undefined {
  const place = `, ${lga}, ${state}`
  return whole?.endsWith(place) ? whole.slice(0, -place.length) : undefined
}
