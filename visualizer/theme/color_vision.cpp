// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Colour arithmetic; sources in the header. CIEDE2000 follows G. Sharma, W. Wu, E. Dalal, "The
// CIEDE2000 color-difference formula", Color Research and Application 30(1), 2005, whose published
// pairs are the test's oracle.

#include "visualizer/theme/color_vision.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>

namespace lanewise::theme {
namespace {

using Triple = std::array<double, 3>;
using Matrix = std::array<Triple, 3>;

constexpr Matrix kProtanopia = {
    {{0.152286, 1.052583, -0.204868}, {0.114503, 0.786281, 0.099216}, {-0.003882, -0.048116, 1.051998}}};
constexpr Matrix kDeuteranopia = {
    {{0.367322, 0.860646, -0.227968}, {0.280085, 0.672501, 0.047413}, {-0.011820, 0.042940, 0.968881}}};
constexpr Matrix kTritanopia = {
    {{1.255528, -0.076749, -0.178779}, {-0.078411, 0.930809, 0.147602}, {0.004733, 0.691367, 0.303900}}};
// Linear sRGB to CIE XYZ, white point D65.
constexpr Matrix kXyz = {{{0.4124564, 0.3575761, 0.1804375},
                          {0.2126729, 0.7151522, 0.0721750},
                          {0.0193339, 0.1191920, 0.9503041}}};

Triple multiply(const Matrix& m, const Triple& v) {
  Triple out{};
  for (std::size_t r = 0; r < 3; ++r) out[r] = m[r][0] * v[0] + m[r][1] * v[1] + m[r][2] * v[2];
  return out;
}

double to_linear(std::uint8_t channel) {
  const double c = channel / 255.0;
  return c <= 0.04045 ? c / 12.92 : std::pow((c + 0.055) / 1.055, 2.4);
}

std::uint8_t from_linear(double value) {
  const double c = std::clamp(value, 0.0, 1.0);
  const double encoded = c <= 0.0031308 ? 12.92 * c : 1.055 * std::pow(c, 1 / 2.4) - 0.055;
  return static_cast<std::uint8_t>(std::lround(encoded * 255.0));
}

Triple linear(canvas::Color color) { return {to_linear(color.r), to_linear(color.g), to_linear(color.b)}; }

Lab to_lab(canvas::Color color) {
  const Triple xyz = multiply(kXyz, linear(color));
  constexpr Triple kWhite = {0.95047, 1.0, 1.08883};
  Triple f{};
  for (std::size_t i = 0; i < 3; ++i) {
    const double t = xyz[i] / kWhite[i];
    f[i] = t > 216.0 / 24389.0 ? std::cbrt(t) : (24389.0 / 27.0 * t + 16.0) / 116.0;
  }
  return {116 * f[1] - 16, 500 * (f[0] - f[1]), 200 * (f[1] - f[2])};
}

double luminance(canvas::Color color) { return multiply(kXyz, linear(color))[1]; }

double degrees(double radians) { return radians * 180 / std::numbers::pi; }
double radians(double degrees) { return degrees * std::numbers::pi / 180; }

double hue(double b, double a) {
  if (a == 0 && b == 0) return 0;
  const double h = degrees(std::atan2(b, a));
  return h < 0 ? h + 360 : h;
}

}  // namespace

canvas::Color seen_by(Vision vision, canvas::Color color) {
  if (vision == Vision::kNormal) return color;
  const Matrix& m = vision == Vision::kProtanopia     ? kProtanopia
                    : vision == Vision::kDeuteranopia ? kDeuteranopia
                                                      : kTritanopia;
  const Triple seen = multiply(m, linear(color));
  return {from_linear(seen[0]), from_linear(seen[1]), from_linear(seen[2]), color.a};
}

double contrast(canvas::Color a, canvas::Color b) {
  const double la = luminance(a), lb = luminance(b);
  return (std::max(la, lb) + 0.05) / (std::min(la, lb) + 0.05);
}

Lab lab(canvas::Color color) { return to_lab(color); }

double difference(canvas::Color a, canvas::Color b) { return difference(to_lab(a), to_lab(b)); }

double difference(const Lab& p, const Lab& q) {
  const double mean_chroma = (std::hypot(p.a, p.b) + std::hypot(q.a, q.b)) / 2;
  const double c7 = std::pow(mean_chroma, 7), k25 = std::pow(25.0, 7);
  const double g = 0.5 * (1 - std::sqrt(c7 / (c7 + k25)));
  const double a1 = (1 + g) * p.a, a2 = (1 + g) * q.a;
  const double chroma1 = std::hypot(a1, p.b), chroma2 = std::hypot(a2, q.b);
  const double hue1 = hue(p.b, a1), hue2 = hue(q.b, a2);
  const bool grey = chroma1 * chroma2 == 0;

  double turn = grey ? 0 : hue2 - hue1;
  if (turn > 180) turn -= 360;
  if (turn < -180) turn += 360;
  const double delta_l = q.l - p.l, delta_c = chroma2 - chroma1;
  const double delta_h = 2 * std::sqrt(chroma1 * chroma2) * std::sin(radians(turn / 2));

  double mean_hue = hue1 + hue2;
  if (!grey) {
    if (std::fabs(hue1 - hue2) <= 180)
      mean_hue /= 2;
    else
      mean_hue = (mean_hue < 360 ? mean_hue + 360 : mean_hue - 360) / 2;
  }
  const double mean_l = (p.l + q.l) / 2, mean_c = (chroma1 + chroma2) / 2;
  const double t = 1 - 0.17 * std::cos(radians(mean_hue - 30)) + 0.24 * std::cos(radians(2 * mean_hue)) +
                   0.32 * std::cos(radians(3 * mean_hue + 6)) - 0.20 * std::cos(radians(4 * mean_hue - 63));
  const double l50 = (mean_l - 50) * (mean_l - 50);
  const double weight_l = 1 + 0.015 * l50 / std::sqrt(20 + l50);
  const double weight_c = 1 + 0.045 * mean_c, weight_h = 1 + 0.015 * mean_c * t;
  const double mc7 = std::pow(mean_c, 7);
  const double bend = std::exp(-std::pow((mean_hue - 275) / 25, 2));
  const double rotation = -2 * std::sqrt(mc7 / (mc7 + k25)) * std::sin(radians(60 * bend));
  const double l = delta_l / weight_l, c = delta_c / weight_c, h = delta_h / weight_h;
  return std::sqrt(l * l + c * c + h * h + rotation * c * h);
}

}  // namespace lanewise::theme
