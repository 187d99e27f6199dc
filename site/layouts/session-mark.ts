/**
 * Two small inline scripts that make the header right before our own scripts load, and the one that decides
 * when those load. All three are fixed text: the server allows them by their hash.
 */
import { sessionStorageKey } from '#site/lib/supabase.ts'

/** In the head: marks the document when a session is kept, and remembers the name to show. */
export const markSession = `try{var s=JSON.parse(localStorage.getItem(${JSON.stringify(sessionStorageKey)}));if(s&&s.refresh_token&&s.user){var r=document.documentElement;r.dataset.session="in";r.dataset.user=(s.user.email||"").split("@")[0]||"User"}}catch(e){}`

/** Right after the header: writes that name into the menu, as text. */
export const nameUser = `(function(u){if(u)document.querySelectorAll("[data-user-name]").forEach(function(e){e.textContent=u})})(document.documentElement.dataset.user)`

/**
 * Starts the page's module script, which the server has turned into inert text, once the page stands: after
 * load and idle, on the first touch, key or focus, and on slow or metered links only then. Pages that are
 * nothing without scripts (data-hydrate="soon") start right after load.
 */
export const startLate = `(function(d,w){var on=["pointerdown","keydown","focusin"],done;function start(){var l=d.querySelector('script[type="text/late"]'),s;if(done||!l)return;done=1;on.forEach(function(e){w.removeEventListener(e,start,true)});(l.dataset.modules||"").split(" ").forEach(function(h){var p=d.createElement("link");p.rel="modulepreload";p.href=h;d.head.append(p)});s=d.createElement("script");s.type="module";s.textContent=l.textContent;d.head.append(s)}on.forEach(function(e){w.addEventListener(e,start,true)});var c=navigator.connection||{},soon=d.documentElement.dataset.hydrate=="soon";if(soon||!(c.saveData||/2g|3g/.test(c.effectiveType)))w.addEventListener("load",function(){soon||!w.requestIdleCallback?setTimeout(start):requestIdleCallback(start,{timeout:3000})})})(document,window)`

/** Keeps the mark on <html> in step with the known state of the session. */
export function markDocument(isSignedIn: boolean): void {
  if (isSignedIn) document.documentElement.dataset.session = 'in'
  else delete document.documentElement.dataset.session
}
