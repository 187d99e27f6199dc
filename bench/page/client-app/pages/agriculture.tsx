// The agriculture page: the texts and pictures of ours, as they were when this was made.
import { Link } from 'react-router'

export function Agriculture() {
  return (
    <main id="main" tabIndex={-1}>
      <header className="hero">
        <div className="wrap hero-grid">
          <div className="hero-copy">
            <p className="eyebrow">Agriculture</p>
            <h1>Agriculture Division</h1>
            <p className="lead">
              We work with producers on the farm and with buyers at the port, and we carry the produce and its
              papers between them.
            </p>
            <div className="actions">
              <Link className="btn btn-primary" to="/order">
                Place an order
              </Link>
              <Link className="btn btn-outline" to="/buyer-registration">
                Register as a buyer
              </Link>
            </div>
          </div>
          <div className="hero-scene">
            <svg
              viewBox="0 0 480 360"
              className="scene"
              role="img"
              aria-label="A farmer with a hoe on a ridged field at dawn, two granaries behind"
            >
              <path fill="#f6ead0" d="M0 0h480v200H0z" />
              <circle cx="318" cy="128" r="92" fill="#f0cf86" />
              <circle cx="318" cy="128" r="60" fill="#e0a526" />
              <path fill="#8fa98b" d="M0 148c60-26 108-24 168-6s120 22 178 2 96-20 134-8v80H0z" />
              <path fill="#3f7a53" d="M0 186c120-22 340-22 480 0v174H0z" />
              <path
                fill="#1e5b3a"
                d="M228 176C150 210 60 280-20 380h62c56-92 120-164 194-204zM240 175c-40 50-84 124-116 205h60c12-78 34-152 62-205zM250 175c8 60 12 130 8 205h60c-10-80-34-150-62-205zM260 175c44 50 92 124 126 205h64c-46-88-108-160-182-205zM274 175c84 40 160 100 226 180v-44c-62-60-132-106-214-136z"
              />
              <path fill="#a83f22" d="M58 142h52v52H58zM128 156h38v36h-38z" />
              <path fill="#7d2c15" d="M48 146l36-46 36 46zM120 158l27-34 27 34z" />
              <path fill="#16241c" d="M77 164h14v30H77z" />
              <path fill="none" stroke="#7d2c15" strokeWidth="7" strokeLinecap="round" d="M352 158l66 96" />
              <path fill="#16241c" d="M408 246l26-4 6 18-22 4z" />
              <path fill="#27386b" d="M352 186c10-16 34-16 44 0l10 78h-62z" />
              <path fill="#e0a526" d="M349 226h51l2 12h-54z" />
              <path fill="#16241c" d="M354 262h16v54h-16zM382 262h16v54h-16z" />
              <path
                fill="none"
                stroke="#4a2a18"
                strokeWidth="12"
                strokeLinecap="round"
                d="M360 192l28 24M394 194l-2 30"
              />
              <circle cx="374" cy="158" r="18" fill="#4a2a18" />
              <path fill="#e0a526" d="M342 154c12-6 18-22 32-22s20 16 32 22z" />
            </svg>
          </div>
        </div>
      </header>
      <section className="section">
        <div className="wrap">
          <div className="section-head">
            <p className="eyebrow">General Services</p>
            <h2>What the division does</h2>
          </div>
          <div className="cells">
            <article className="cell">
              <svg viewBox="0 0 24 24" className="icon" aria-hidden="true">
                <path d="M12 21v-9m0 3c-4 0-6-2-6-6 4 0 6 2 6 6Zm0-3c0-4 2-6 6-6 0 4-2 6-6 6ZM3 21h18" />
              </svg>
              <h3>Crops and consultancy</h3>
              <p>From the soil test to the store.</p>
              <ul className="ticks">
                <li>Crop production and farming consultancy</li>
                <li>Planting calendars by state</li>
                <li>Post-harvest handling and storage</li>
              </ul>
            </article>
            <article className="cell">
              <svg viewBox="0 0 24 24" className="icon" aria-hidden="true">
                <path d="M3 8c1 3 3 4 5 4 3 0 4-2 5-5 .5-2 2-3 3.5-3S19 5.5 19 7l2 1-2 1c0 6-2 9-7 9S4 14 3 8Zm7 10v3m3-3v3M16.5 6.5h0" />
              </svg>
              <h3>Poultry and livestock</h3>
              <p>Birds that live, lay and sell.</p>
              <ul className="ticks">
                <li>Housing and brooding</li>
                <li>Feed and vaccination plans</li>
                <li>Training for new and working farmers</li>
              </ul>
            </article>
            <article className="cell">
              <svg viewBox="0 0 24 24" className="icon" aria-hidden="true">
                <path d="M12 4v16m-5 0h10M5 7h14M5 7l-3 7h6zm14 0l-3 7h6z" />
              </svg>
              <h3>Trade</h3>
              <p>A trading platform connecting farmers to markets.</p>
              <ul className="ticks">
                <li>Ginger, sesame, hibiscus, cocoa and more</li>
                <li>Tons, bags or containers</li>
                <li>FOB, CIF, CFR, EXW or DDP</li>
              </ul>
            </article>
            <article className="cell">
              <svg viewBox="0 0 24 24" className="icon" aria-hidden="true">
                <path d="M3 20c4-4 14-4 18 0M3 15c4-4 14-4 18 0M12 10V4m0 4c-3 0-4-1-4-4 3 0 4 1 4 4Zm0-1c0-3 1-4 4-4 0 3-1 4-4 4Z" />
              </svg>
              <h3>Land that lasts</h3>
              <p>Sustainable farming practices.</p>
              <ul className="ticks">
                <li>Rotation and cover crops</li>
                <li>Organic matter and composting</li>
                <li>Water kept where it falls</li>
              </ul>
            </article>
            <article className="cell">
              <svg viewBox="0 0 24 24" className="icon" aria-hidden="true">
                <path d="M3 21h18M6 21V3m0 3h15M6 6l5-3m7 3v5m-2.5 0h5v3h-5zM9 21v-6h6v6" />
              </svg>
              <h3>Equipment</h3>
              <p>Farm equipment supply and maintenance.</p>
              <ul className="ticks">
                <li>Tillage and planting</li>
                <li>Irrigation</li>
                <li>Threshing, drying and bagging</li>
              </ul>
            </article>
          </div>
        </div>
      </section>
      <section className="section">
        <div className="wrap">
          <div className="section-head">
            <p className="eyebrow">Impact</p>
            <h2>What this work has reached</h2>
          </div>
          <dl className="figures">
            <div>
              <dt>farmers reached</dt>
              <dd>5,000+</dd>
            </div>
            <div>
              <dt>hectares</dt>
              <dd>25,000</dd>
            </div>
          </dl>
        </div>
      </section>
      <section className="section on-forest quick">
        <div className="wrap">
          <div className="section-head">
            <p className="eyebrow">Programmes</p>
            <h2>Ways in for farmers</h2>
          </div>
          <div className="cells">
            <Link className="cell" to="/farmer-registration">
              <svg viewBox="0 0 24 24" className="icon" aria-hidden="true">
                <path d="M9 11a3.5 3.5 0 1 0 0-7 3.5 3.5 0 0 0 0 7Zm-6 9c0-4 3-6 6-6s6 2 6 6m0-16a3.5 3.5 0 0 1 0 7m3 9c0-3-1-5-3-6" />
              </svg>
              <h3>Farmer Registration</h3>
              <p>Put your farm on record, with its size, crops and needs.</p>
              <span className="go">
                Register a farm{' '}
                <svg viewBox="0 0 24 24" className="icon" aria-hidden="true">
                  <path d="M4 12h15m-6-6l6 6-6 6" />
                </svg>
              </span>
            </Link>
            <Link className="cell" to="/sustainable-farming">
              <svg viewBox="0 0 24 24" className="icon" aria-hidden="true">
                <path d="M3 20c4-4 14-4 18 0M3 15c4-4 14-4 18 0M12 10V4m0 4c-3 0-4-1-4-4 3 0 4 1 4 4Zm0-1c0-3 1-4 4-4 0 3-1 4-4 4Z" />
              </svg>
              <h3>Sustainable Farming</h3>
              <p>How to take a harvest and leave the soil better.</p>
              <span className="go">
                Read the practice{' '}
                <svg viewBox="0 0 24 24" className="icon" aria-hidden="true">
                  <path d="M4 12h15m-6-6l6 6-6 6" />
                </svg>
              </span>
            </Link>
            <Link className="cell" to="/rural-education">
              <svg viewBox="0 0 24 24" className="icon" aria-hidden="true">
                <path d="M2 9l10-5 10 5-10 5zM6 11v5c3 3 9 3 12 0v-5m4-2v6" />
              </svg>
              <h3>Rural Education</h3>
              <p>Lessons held where the farmers are.</p>
              <span className="go">
                See the lessons{' '}
                <svg viewBox="0 0 24 24" className="icon" aria-hidden="true">
                  <path d="M4 12h15m-6-6l6 6-6 6" />
                </svg>
              </span>
            </Link>
            <Link className="cell" to="/poultry-development">
              <svg viewBox="0 0 24 24" className="icon" aria-hidden="true">
                <path d="M3 8c1 3 3 4 5 4 3 0 4-2 5-5 .5-2 2-3 3.5-3S19 5.5 19 7l2 1-2 1c0 6-2 9-7 9S4 14 3 8Zm7 10v3m3-3v3M16.5 6.5h0" />
              </svg>
              <h3>Poultry Development</h3>
              <p>From day-old chicks to a paying flock.</p>
              <span className="go">
                See the programme{' '}
                <svg viewBox="0 0 24 24" className="icon" aria-hidden="true">
                  <path d="M4 12h15m-6-6l6 6-6 6" />
                </svg>
              </span>
            </Link>
          </div>
        </div>
      </section>
      <section className="section">
        <div className="wrap">
          <div className="callout">
            <div>
              <h2>Buying in bulk?</h2>
              <p>
                Say what you need, how much and where it should arrive. Our team will contact you within 24
                hours.
              </p>
            </div>
            <div className="actions">
              <Link className="btn btn-primary" to="/order">
                Place an order
              </Link>
              <Link className="btn btn-outline" to="/buyer-registration">
                Register as a buyer
              </Link>
            </div>
          </div>
        </div>
      </section>
    </main>
  )
}
