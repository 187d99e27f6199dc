// The contact page: the texts and pictures of ours, as they were when this was made.
import { Link } from 'react-router'
import { ContactForm } from '../contact-form.tsx'

export function Contact() {
  return (
    <main id="main" tabIndex={-1}>
      <header className="hero">
        <div className="wrap hero-grid">
          <div className="hero-copy">
            <p className="eyebrow">Contact</p>
            <h1>Contact us</h1>
            <p className="lead">
              Two offices, one set of records. Say what it is about, and you reach the people who do that
              work.
            </p>
            <div className="actions">
              <a
                href="https://wa.me/2347000000003?text=Hello%2C%20I%20am%20writing%20from%20the%20contact%20page%20of%20your%20website."
                target="_blank"
                rel="noopener"
                className="btn btn-primary"
              >
                <svg viewBox="0 0 24 24" className="icon" aria-hidden="true">
                  <path d="M4 5h16v11H10l-5 4v-4H4zM8 9h8m-8 3h5" />
                </svg>{' '}
                Chat with us
              </a>
              <a href="#message" className="btn btn-outline">
                Write a message
              </a>
            </div>
          </div>
          <div className="hero-scene">
            <svg
              viewBox="0 0 480 360"
              className="scene"
              role="img"
              aria-label="Map of Nigeria: head office in Lagos on the coast, branch office in Nasarawa in the centre"
            >
              <path fill="#e2e6f3" d="M0 0h480v360H0z" />
              <path
                fill="#f1eadb"
                d="M-5 -5V272L37 273 67 273 93 273 117 295 128 320 146 341 173 342 186 334 199 336 235 324 262 340 250 365H485V-5z"
              />
              <path
                d="M235 324l-36 12 -13 -2 -13 8 -27 -1 -18 -21 -11 -25 -24 -22 -26 0 -30 0 2 -54 -1 -22 7 -21 10 -11 17 -21 -4 -9 7 -14 -8 -20 1 -11 3 -31 9 -13 5 -20 9 -7 37 -4 34 12 12 13 18 1 16 -8 41 17 17 -1 21 -14 19 1 10 -5 19 2 26 10 26 -19 8 1 23 38 7 -1 13 13 -3 6 -2 12 -29 26 -9 22 -5 17 -7 8 -7 24 -18 14 -5 17 -8 14 -3 14 -23 11 -19 -14 -13 1 -21 20 -9 0 -17 33z"
                fill="#1e5b3a"
                stroke="#123a26"
                strokeWidth="3"
                strokeLinejoin="round"
              />
              <path
                fill="none"
                stroke="#8d98c4"
                strokeWidth="4"
                strokeLinejoin="round"
                d="M70 85l15 20 17 14 0 27 7 31 34 10 17 20 15 14 2 24 -4 30 -6 21 -14 24 -3 18M394 168l-23 2 -28 10 -30 14 -27 13 -28 11 -23 5 -24 -7 -21 3 -15 2"
              />
              <g fill="#f0cf86" stroke="#123a26" strokeWidth="3">
                <path d="M61.2 265.2c-14-18-18-24-18-34a18 18 0 0 1 36 0c0 10-4 16-18 34z" />
                <path d="M227.8 197.2c-14-18-18-24-18-34a18 18 0 0 1 36 0c0 10-4 16-18 34z" />
              </g>
              <g
                fontSize="17"
                fontWeight="600"
                fill="#fbf8f1"
                stroke="#123a26"
                strokeWidth="5"
                paint-order="stroke"
              >
                <text x="87.2" y="247.2">
                  Lagos
                </text>
                <text x="253.8" y="173.2">
                  Nasarawa
                </text>
              </g>
            </svg>
          </div>
        </div>
      </header>
      <section className="section">
        <div className="wrap">
          <div className="section-head">
            <p className="eyebrow">Offices</p>
            <h2>Where we are</h2>
          </div>
          <dl className="figures offices">
            <div>
              <dt>Head office</dt>
              <dd>Lagos, Nigeria</dd>
            </div>
            <div>
              <dt>Branch office</dt>
              <dd>Nasarawa, Nigeria</dd>
            </div>
          </dl>
          <p className="actions">
            <a href="tel:+2347000000001" className="btn btn-outline">
              <svg viewBox="0 0 24 24" className="icon" aria-hidden="true">
                <path d="M5 4h4l1.5 5L8 10.5a11 11 0 0 0 5.5 5.5L15 13.5l5 1.5v4c-9 1-16-6-15-15Z" />
              </svg>{' '}
              +234 700 000 0001
            </a>
            <a href="tel:+2347000000002" className="btn btn-outline">
              <svg viewBox="0 0 24 24" className="icon" aria-hidden="true">
                <path d="M5 4h4l1.5 5L8 10.5a11 11 0 0 0 5.5 5.5L15 13.5l5 1.5v4c-9 1-16-6-15-15Z" />
              </svg>{' '}
              +234 700 000 0002
            </a>
            <a href="mailto:hello@demo-company.example.com" className="btn btn-outline">
              <svg viewBox="0 0 24 24" className="icon" aria-hidden="true">
                <path d="M3 6h18v12H3zM3 7l9 6 9-6" />
              </svg>{' '}
              hello@demo-company.example.com
            </a>
          </p>
        </div>
      </section>
      <section id="message" className="section">
        <div className="wrap">
          <div className="section-head">
            <p className="eyebrow">Message</p>
            <h2>Write to us</h2>
          </div>
          <div className="form-with-steps">
            <ContactForm />
            <aside className="next-steps" aria-labelledby="next-steps-title">
              <h3 id="next-steps-title">What happens next</h3>
              <ol>
                <li>Your message is kept with its date, and goes to the people who do that work.</li>
                <li>With an e-mail address you get a letter that says so.</li>
                <li>A person answers you. Never send passwords, BVN or account numbers in a message.</li>
              </ol>
            </aside>
          </div>
        </div>
      </section>
      <section className="section on-forest quick">
        <div className="wrap">
          <div className="section-head">
            <p className="eyebrow">Start here</p>
            <h2>What is it about?</h2>
          </div>
          <div className="cells">
            <Link className="cell" to="/order">
              <svg viewBox="0 0 24 24" className="icon" aria-hidden="true">
                <path d="M6 3h12v18l-3-2-3 2-3-2-3 2zM9 8h6M9 12h6" />
              </svg>
              <h3>You need produce</h3>
              <p>
                A bulk order reaches the trading team with your phone number. We contact you within 24 hours.
              </p>
              <span className="go">
                Place an order{' '}
                <svg viewBox="0 0 24 24" className="icon" aria-hidden="true">
                  <path d="M4 12h15m-6-6l6 6-6 6" />
                </svg>
              </span>
            </Link>
            <Link className="cell" to="/farmer-registration">
              <svg viewBox="0 0 24 24" className="icon" aria-hidden="true">
                <path d="M9 11a3.5 3.5 0 1 0 0-7 3.5 3.5 0 0 0 0 7Zm-6 9c0-4 3-6 6-6s6 2 6 6m0-16a3.5 3.5 0 0 1 0 7m3 9c0-3-1-5-3-6" />
              </svg>
              <h3>You farm</h3>
              <p>See what a farm registration asks and what it brings.</p>
              <span className="go">
                Farmer registration{' '}
                <svg viewBox="0 0 24 24" className="icon" aria-hidden="true">
                  <path d="M4 12h15m-6-6l6 6-6 6" />
                </svg>
              </span>
            </Link>
            <Link className="cell" to="/franchise-partnership">
              <svg viewBox="0 0 24 24" className="icon" aria-hidden="true">
                <path d="M3 8l4-2 5 2 5-2 4 2v8l-4 1-5 3-5-3-4-1zM8 13l3-3 2 1 4 4" />
              </svg>
              <h3>You want to work with us</h3>
              <p>Franchise, representation, distribution or an alliance.</p>
              <span className="go">
                Ways to work together{' '}
                <svg viewBox="0 0 24 24" className="icon" aria-hidden="true">
                  <path d="M4 12h15m-6-6l6 6-6 6" />
                </svg>
              </span>
            </Link>
          </div>
        </div>
      </section>
    </main>
  )
}
