// The foot of every page.
import { Link } from 'react-router'

export function Footer() {
  return (
    <footer className="site-foot on-forest">
      <svg className="band" aria-hidden="true">
        <pattern id="_R_bj5_" width="56" height="14" patternUnits="userSpaceOnUse">
          <path fill="#27386b" d="M0 0h56v14H0z" />
          <path fill="#e0a526" d="M0 7l7-7 7 7-7 7zM28 7l7-7 7 7-7 7z" />
          <path fill="none" stroke="#fbf8f1" strokeWidth="1.4" d="M14 7l7-7 7 7-7 7zM42 7l7-7 7 7-7 7z" />
          <path fill="#fbf8f1" d="M21 5l2 2-2 2-2-2zM49 5l2 2-2 2-2-2z" />
          <path fill="#27386b" d="M7 4.5l2.5 2.5L7 9.5 4.5 7zM35 4.5l2.5 2.5L35 9.5 32.5 7z" />
        </pattern>
        <rect width="100%" height="100%" fill="url(#_R_bj5_)" />
      </svg>
      <div className="wrap foot-grid">
        <div className="foot-who">
          <svg viewBox="0 0 40 40" className="logo" aria-hidden="true">
            <rect width="40" height="40" rx="3" fill="#123a26" />
            <circle cx="20" cy="15" r="7" fill="#e0a526" />
            <path d="M0 17c8-5 14-5 20-2s13 2 20-2v19H0z" fill="#1e5b3a" />
            <path
              d="M20 16C13 19 6 25 2 32M20 16c-3 4-6 10-7 16M20 16c3 4 6 10 7 16M20 16c7 3 14 9 18 16"
              fill="none"
              stroke="#e0a526"
              strokeWidth="1.6"
            />
            <path d="M0 32h40v5a3 3 0 0 1-3 3H3a3 3 0 0 1-3-3z" fill="#27386b" />
            <path
              d="M2 36l3-3 3 3-3 3zM12 36l3-3 3 3-3 3zM22 36l3-3 3 3-3 3zM32 36l3-3 3 3-3 3z"
              fill="#fbf8f1"
            />
          </svg>
          <p>
            The company grows, buys, builds and represents in Nigeria: agriculture, real estate, general
            contract, franchise and partnership, company representation.
          </p>
          <ul className="foot-social">
            <li>
              <a href="https://www.facebook.com/demo-company-example" rel="noopener">
                Facebook
              </a>
            </li>
            <li>
              <a href="https://www.linkedin.com/company/demo-company-example" rel="noopener">
                LinkedIn
              </a>
            </li>
          </ul>
        </div>
        <nav aria-label="Quick Links">
          <h2>Quick Links</h2>
          <ul>
            <li>
              <Link to="/">Home</Link>
            </li>
            <li>
              <Link to="/agriculture">Agriculture</Link>
            </li>
            <li>
              <Link to="/marketplace">Marketplace</Link>
            </li>
            <li>
              <Link to="/farmer-registration">Farmer Registration</Link>
            </li>
            <li>
              <Link to="/board">Leadership &amp; Investors</Link>
            </li>
            <li>
              <Link to="/careers">Careers</Link>
            </li>
            <li>
              <Link to="/contact">Contact</Link>
            </li>
          </ul>
        </nav>
        <nav aria-label="Business">
          <h2>Business</h2>
          <ul>
            <li>
              <Link to="/order">Place an Order</Link>
            </li>
            <li>
              <Link to="/buyer-registration">Buyer Registration</Link>
            </li>
            <li>
              <Link to="/investor-form/individual">Investor Bio Data</Link>
            </li>
            <li>
              <Link to="/investor-form">Investor Registration Hub</Link>
            </li>
            <li>
              <Link to="/franchise-partnership">Franchise &amp; Partnership</Link>
            </li>
            <li>
              <Link to="/real-estate-construction">Real Estate &amp; Construction</Link>
            </li>
            <li>
              <Link to="/general-contract">General Contract</Link>
            </li>
            <li>
              <Link to="/company-representation">Company Representation</Link>
            </li>
          </ul>
        </nav>
        <div>
          <h2>Contact</h2>
          <ul className="foot-contact">
            <li>
              <svg viewBox="0 0 24 24" className="icon" aria-hidden="true">
                <path d="M12 21c-5-6-7-8-7-11a7 7 0 0 1 14 0c0 3-2 5-7 11Zm0-8.5a2.5 2.5 0 1 0 0-5 2.5 2.5 0 0 0 0 5Z" />
              </svg>
              <span>Head office: Lagos, Nigeria</span>
            </li>
            <li>
              <svg viewBox="0 0 24 24" className="icon" aria-hidden="true">
                <path d="M12 21c-5-6-7-8-7-11a7 7 0 0 1 14 0c0 3-2 5-7 11Zm0-8.5a2.5 2.5 0 1 0 0-5 2.5 2.5 0 0 0 0 5Z" />
              </svg>
              <span>Branch office: Nasarawa, Nigeria</span>
            </li>
            <li>
              <svg viewBox="0 0 24 24" className="icon" aria-hidden="true">
                <path d="M5 4h4l1.5 5L8 10.5a11 11 0 0 0 5.5 5.5L15 13.5l5 1.5v4c-9 1-16-6-15-15Z" />
              </svg>
              <a href="tel:+2347000000001">+234 700 000 0001</a>
            </li>
            <li>
              <svg viewBox="0 0 24 24" className="icon" aria-hidden="true">
                <path d="M5 4h4l1.5 5L8 10.5a11 11 0 0 0 5.5 5.5L15 13.5l5 1.5v4c-9 1-16-6-15-15Z" />
              </svg>
              <a href="tel:+2347000000002">+234 700 000 0002</a>
            </li>
            <li>
              <svg viewBox="0 0 24 24" className="icon" aria-hidden="true">
                <path d="M3 6h18v12H3zM3 7l9 6 9-6" />
              </svg>
              <a href="mailto:hello@demo-company.example.com">hello@demo-company.example.com</a>
            </li>
          </ul>
        </div>
        <form
          className="newsletter"
          aria-labelledby="newsletter-title"
          noValidate
          action="/forms/newsletter"
          method="post"
        >
          <h2 id="newsletter-title">Newsletter</h2>
          <label htmlFor="newsletter-email">
            Prices, seasons and open positions, when there is news. Your e-mail:
          </label>
          <div className="newsletter-row">
            <input
              id="newsletter-email"
              className="input"
              type="email"
              autoComplete="email"
              required
              maxLength={254}
              aria-describedby="newsletter-note"
              name="email"
            />
            <button type="submit" className="btn btn-primary">
              Subscribe
            </button>
          </div>
          <p id="newsletter-note" className="newsletter-note">
            You confirm by mail and can leave with one click. <Link to="/privacy">Privacy</Link>
          </p>
          <input className="trap" tabIndex={-1} autoComplete="off" aria-hidden="true" name="homepage" />
        </form>
      </div>
      <div className="wrap foot-last">
        <p>© 2026 The company</p>
        <Link to="/terms">Terms and Conditions</Link>
        <Link to="/privacy">Privacy</Link>
      </div>
    </footer>
  )
}
